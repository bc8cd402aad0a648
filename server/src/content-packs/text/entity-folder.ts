/** Configuration as text in a folder. */
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type ReadFiles, readEntityFiles, type TextFile } from '@logyard/languages/configuration-text/read-entity-files'
import { parseAllDocuments } from 'yaml'

export const readFiles = (files: readonly TextFile[]): ReadFiles => readEntityFiles(files, parseAllDocuments)

/** The entities in the order of the files. Throws an error that names the file. */
export async function readEntityFolder(folder: string): Promise<ReadFiles['entities']> {
  const paths = await textFiles(folder)
  if (paths.length === 0) throw new Error(`${folder} has no YAML files`)
  const files = await Promise.all(paths.map((path) => readTextFile(folder, path)))
  const { entities, problems } = readFiles(files)
  const [problem] = problems
  if (problem === undefined) return entities
  const { file, kind, detail } = problem
  throw new Error(
    `${file}: ${kind === 'syntax' ? detail : 'it needs the properties type, name and data, and no others'}`,
  )
}

export const readTextFile = async (folder: string, path: string): Promise<TextFile> => ({
  name: path,
  text: await readFile(join(folder, path), 'utf8'),
})

/** Paths of the text files in the folder, sorted. */
export async function textFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.(ya?ml|rule)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}
