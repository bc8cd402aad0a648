/** The folders of a comma-separated setting. */
export const foldersOf = (setting: string): readonly string[] =>
  setting
    .split(',')
    .map((folder) => folder.trim())
    .filter((folder) => folder !== '')
