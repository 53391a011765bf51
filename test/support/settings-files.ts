/** Files as people have them before they meet us: comments, tabs, foreign line ends, things of others. */
export const settingsFiles: Record<string, Record<string, string>> = {
  'claude-code': {
    '.claude.json':
      '{\n  "numStartups": 12,\n  "mcpServers": {\n    "memo": { "command": "npx", "args": ["memo"] }\n  },\n  "projects": {\n    "/home/ann/shop": { "hasTrustDialogAccepted": true }\n  },\n  "userID": "ann"\n}\n',
    '.claude/settings.json':
      '{\n\t"model": "opus",\n\t// loud, but I like it\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{ "hooks": [{ "type": "command", "command": "say done" }] } // keep\n\t\t],\n\t\t"Notification": []\n\t},\n\t"permissions": { "allow": ["Bash(npm test)"] }, /* the end */\n}',
  },
  codex: {
    '.codex/config.toml':
      '# Ann\'s\nmodel = "gpt-5.5"   # the good one\r\n\r\n[mcp_servers.memo]\r\ncommand = "npx"\r\nargs = [\r\n  "memo", # [not a table]\r\n]\r\n\r\n[projects."/home/ann/my shöp"]\r\ntrust_level = "trusted"',
    '.codex/hooks.json': '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}}',
  },
  gemini: {
    '.gemini/settings.json':
      '{\r\n    "security": { "auth": { "selectedType": "gemini-api-key" } },\r\n    "hooks": {},\r\n    "theme": "Default"\r\n}\r\n',
  },
  opencode: {
    '.config/opencode/opencode.jsonc':
      '{\n  "$schema": "https://opencode.ai/config.json",\n  // mine\n  "mcp": {\n    "memo": { "type": "local", "command": ["npx", "memo"], "enabled": false },\n  },\n}\n',
    '.config/opencode/plugins/mine.js': 'export const Mine = async () => ({});\n',
  },
  copilot: {
    '.copilot/mcp-config.json': '{\n  "mcpServers": {}\n}\n',
    '.copilot/hooks/mine.json': '{ "version": 1, "hooks": {} }\n',
  },
  cursor: {
    '.cursor/mcp.json': '',
    '.cursor/hooks.json':
      '{\n  "version": 1,\n  "hooks": {\n    "stop": [{ "command": "./mine.sh" }],\n    "postToolUse": [\n    ]\n  }\n}\n',
  },
};
