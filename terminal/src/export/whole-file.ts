import { open, rename, rm } from 'node:fs/promises'

/** A file that gets its name when everything is written; otherwise nothing of it stays. */
export async function openWholeFile(path: string) {
  const part = `${path}.part`
  const file = await open(part, 'w')
  let isKept = false
  return {
    async write(chunk: Uint8Array): Promise<void> {
      await file.writeFile(chunk)
    },
    async keep(): Promise<void> {
      await file.close()
      await rename(part, path)
      isKept = true
    },
    async [Symbol.asyncDispose](): Promise<void> {
      if (isKept) return
      await file.close().catch(() => undefined)
      await rm(part, { force: true })
    },
  }
}
