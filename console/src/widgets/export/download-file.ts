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

/** Blanks and what file systems refuse become dashes. */
export const fileName = (title: string, extension: string): string =>
  `${title.trim().replace(/[\s/\\:*?"<>|]+/g, '-')}.${extension}`
