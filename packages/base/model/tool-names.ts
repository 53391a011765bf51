import type { Tool } from './event.ts';

/**
 * What tools do by their names, of all clients and of what agents' programs usually call them: in lower case, letters and
 * digits alone. Names that are gone from today's versions stay: the logs of those versions do too.
 */
const NAMES = {
  read: `read readfile readfilev2 readmanyfiles notebookread view viewfile viewimage openfile catfile getfilecontents
    fetchrules copilotreadfile copilotreadnotebookcelloutput copilotgetnotebooksummary copilotviewimage`,
  edit: `edit editfile editfilev2 multiedit notebookedit editnotebook strreplace strreplaceeditor strreplacebasededittool insert
    searchreplace replace replaceinfile reapply patch applypatch deletefile copilotreplacestring
    copilotmultireplacestring copilotinsertedit copilotapplypatch copiloteditnotebook copiloteditfiles
    vscodeeditfileinternal`,
  write: `write writefile writetofile savefile create createfile copilotcreatefile copilotcreatedirectory
    copilotcreatenewjupyternotebook copilotcreatenewworkspace`,
  search: `grep grepfiles grepsearch rg ripgrep ripgreprawsearch search searchfiles searchfilecontent searchcode codesearch
    codebasesearch semanticsearchfull findinfiles lsp copilotfindtextinfiles copilotsearchcodebase
    copilotsearchworkspacesymbols copilotlistcodeusages vscodelistcodeusages copilotfindtestfiles`,
  list: `glob globfilesearch ls list listdir listdirv2 listdirectory listfiles listbash listpowershell filesearch findfiles
    copilotfindfiles copilotlistdirectory copilotreadprojectstructure copilotgetchangedfiles copilotgeterrors`,
  run: `bash bashoutput readbash writebash stopbash killbash powershell readpowershell writepowershell stoppowershell shell
    localshell shellcommand runshellcommand killshell exec execcommand containerexec unifiedexec writestdin execute
    executecommand run runcommand terminal runterminalcmd runterminalcommand runterminalcommandv2 runinterminal
    createandruntask runtask runtests copilotrunnotebookcell readlints taskoutput taskstop monitor repl`,
  fetch: `fetch fetchurl webfetch httprequest listmcpresources listmcpresourcetemplates readmcpresource
    listmcpresourcestool readmcpresourcetool copilotfetchwebpage vscodefetchwebpageinternal copilotgithubrepo
    copilotopensimplebrowser`,
  'web search': 'websearch websearchcall searchweb googlesearch googlewebsearch',
  task: `task taskv2 agent subagent runsubagent copilotrunsubagent searchsubagent delegate delegatetoagent invokeagent
    spawnagent sendinput wait waitagent closeagent resumeagent readagent listagents sendmessage skill activateskill
    slashcommand workflow codebaseinvestigator`,
  ask: 'ask askuser askuserquestion askquestion question requestuserinput vscodeaskquestions',
  plan: `plan planenter planexit enterplanmode exitplanmode createplan updateplan updatecurrentstep todowrite todoread
    writetodos updatetodo managetodolist taskcreate taskupdate taskget tasklist toolsearch enterworktree exitworktree
    reportintent storememory savememory updatetopic copilotthink copilotmemory`,
} satisfies Partial<Record<Tool, string>>;

const TOOLS = new Map(
  Object.entries(NAMES).flatMap(([tool, names]) => names.split(/\s+/).map((name) => [name, tool as Tool])),
);

/** What a tool does by its name, however that is spelled: `read_file`, `ReadFile`. */
export const toolNamed = (name: string): Tool =>
  TOOLS.get(name.toLowerCase().replace(/[^a-z0-9]/g, '')) ?? 'other';

/** The names under which calls say which file they are about, and what they run, search for or fetch. */
export const PATH_KEYS: readonly string[] =
  `file_path filePath notebook_path path absolute_path dir_path file filename
  fileName target_file targetFile relativeWorkspacePath relative_workspace_path effectiveUri target_notebook
  target_directory targetDirectory directoryPath`.split(/\s+/);
export const COMMAND_KEYS: readonly string[] =
  `command cmd script pattern query regex q glob globPattern glob_pattern search_term searchTerm url uri`.split(
    /\s+/,
  );

/** Tools whose calls run, search for or fetch something. */
export const COMMANDED: ReadonlySet<Tool> = new Set(['run', 'search', 'list', 'fetch', 'web search']);
