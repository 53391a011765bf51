/** A path that was said in a folder, made absolute if the folder is known. */
export function pathIn(folder: string | null, path: string): string {
  if (folder === null || folder === '' || isAbsolute(path)) return path;
  const slash = folder.includes('\\') ? '\\' : '/';
  return folder.endsWith(slash) ? folder + path : folder + slash + path;
}

const isAbsolute = (path: string): boolean => /^([/\\]|[a-zA-Z]:[/\\]|~)/.test(path);
