/** Hands the browser a file to keep. */
export function downloadFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  saveLink(url, name)
  URL.revokeObjectURL(url)
}

/** Has the browser save what is behind a link, under the name that its answer gives it or this one. */
export function saveLink(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

const LONGEST_NAME = 120

/**
 * Blanks and what file systems refuse become dashes. Marks that nobody sees go: some let a name be read as if it had
 * another ending. Titles can be longer than names of files.
 */
export function fileName(title: string, extension: string): string {
  const name = title
    .toWellFormed()
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\s\p{Cc}/\\:*?"<>|]+/gu, '-')
    .replace(/^[-.]+/, '')
  return `${[...name].slice(0, LONGEST_NAME).join('')}.${extension}`
}
