/** The text files of a configuration that a user chose or dropped, folders included. */
import type { TextFile } from '@logyard/languages/configuration-text/read-entity-files'

const TEXT_FILE = /\.(ya?ml|json|rule)$/i
/** As many as the server takes entities, and room for the texts of rules and templates. */
const MAX_FILES = 10_000
const MAX_BYTES = 32 * 1024 * 1024

export type ChosenFiles = { readonly files: readonly TextFile[] } | { readonly problem: 'none' | 'tooLarge' }

export async function textsOf(chosen: readonly File[]): Promise<ChosenFiles> {
  const files = chosen.filter(({ name }) => TEXT_FILE.test(name))
  if (files.length === 0) return { problem: 'none' }
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (files.length > MAX_FILES || bytes > MAX_BYTES) return { problem: 'tooLarge' }
  const texts = files.map(async (file) => ({ name: file.webkitRelativePath || file.name, text: await file.text() }))
  return { files: await Promise.all(texts) }
}

/** The entries must be taken before the first wait: the browser clears them after the event. */
export async function filesOfDrop(transfer: DataTransfer): Promise<readonly File[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const files: File[] = []
  for (const entry of entries) await addFiles(entry, files)
  return files
}

async function addFiles(entry: FileSystemEntry, files: File[]): Promise<void> {
  if (files.length > MAX_FILES) return
  if (entry instanceof FileSystemFileEntry) {
    if (TEXT_FILE.test(entry.name)) files.push(await new Promise<File>((done, failed) => entry.file(done, failed)))
    return
  }
  if (!(entry instanceof FileSystemDirectoryEntry) || entry.name.startsWith('.')) return
  const reader = entry.createReader()
  // A reader gives at most 100 entries at once, and none at the end.
  for (;;) {
    const next = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed))
    if (next.length === 0) return
    for (const child of next) await addFiles(child, files)
  }
}
