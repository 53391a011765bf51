import { shellSteps } from './steps.ts';

/** Whether a command line changes nothing, and so cannot have fixed anything. */
export const isOnlyLooking = (command: string): boolean =>
  shellSteps(command).every((step) =>
    /^(?:ls|cat|head|tail|grep|rg|find|sed -n|wc|ps|which|tree|stat|file|xxd|od|jq|du|df|sort|uniq|awk|diff)\b|^git (?:-C \S+ )?(?:status|diff|log|show|branch|remote|rev-parse|blame|ls-files|add|commit|push)\b|\bgit (?:status|diff|log|show|add|commit)\b|--version$|--help$/.test(
      step,
    ),
  );
