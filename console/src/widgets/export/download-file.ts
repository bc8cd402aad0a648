/** Hands the browser a file to keep. */
export function downloadFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Blanks and what file systems refuse become dashes. */
export const fileName = (title: string, extension: string): string =>
  `${title.trim().replace(/[\s/\\:*?"<>|]+/g, '-')}.${extension}`
