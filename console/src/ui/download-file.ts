/** Saves content as a file. */
export function downloadFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  saveLink(url, name)
  URL.revokeObjectURL(url)
}

/** Saves what a link leads to, under the name in the response or else this one. */
export function saveLink(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

const LONGEST_NAME = 120

/**
 * Replaces spaces and characters that file systems refuse with dashes, and removes invisible characters, some of which
 * disguise the extension. Titles can be longer than file names.
 */
export function fileName(title: string, extension: string): string {
  const name = title
    .toWellFormed()
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\s\p{Cc}/\\:*?"<>|]+/gu, '-')
    .replace(/^[-.]+/, '')
  return `${[...name].slice(0, LONGEST_NAME).join('')}.${extension}`
}
