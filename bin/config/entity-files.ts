/** Entities as files: a folder for each type, with one YAML file for each entity. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { stringify } from 'yaml'
import { readFiles } from '../../console/src/features/content-packs/configuration-text/read-files.ts'
import type { NamedEntity } from '../../contract/src/content-packs/configuration-text.ts'
import { printable } from './printable-text.ts'

const DEFAULT_VERSION = '1'
const MAX_NAME = 80
const FOLDER_NAME = /^[a-z][a-z\d_]*$/

/** The file of each entity, relative to the folder. Names that differ in special characters only are numbered. */
function fileNames(entities: readonly NamedEntity[]): readonly string[] {
  const taken = new Set<string>()
  return entities.map(({ type, name }) => {
    // It names a folder: another server than ours must not choose one elsewhere.
    if (!FOLDER_NAME.test(type.name))
      throw new Error(`The server has an entity of the odd type ${printable(type.name)}`)
    const plain = name
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, MAX_NAME)
    const base = join(type.name, plain === '' ? 'unnamed' : plain)
    let path = `${base}.yaml`
    for (let number = 2; taken.has(path); number += 1) path = `${base}-${number}.yaml`
    taken.add(path)
    return path
  })
}

/** The same entity is always the same text. */
function entityText({ type, name, data }: NamedEntity): string {
  const shortType = type.version === DEFAULT_VERSION ? type.name : type
  const words = type.name.replaceAll('_', ' ')
  const comment = `# The ${words} "${printable(name.replaceAll(/\s+/g, ' '))}". \`plan\` shows what changes here would do.\n`
  return comment + stringify({ type: shortType, name, data }, { lineWidth: 0 })
}

/** Replaces the files of earlier entities, and touches no file that holds something else. */
export async function writeEntities(folder: string, entities: readonly NamedEntity[]): Promise<void> {
  const names = fileNames(entities)
  await mkdir(folder, { recursive: true })
  const kept = new Set(names)
  for (const path of await yamlFiles(folder)) {
    if (!kept.has(path) && (await isEntityFile(folder, path))) await rm(join(folder, path))
  }
  for (const [at, entity] of entities.entries()) {
    const path = join(folder, names[at] ?? '')
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, entityText(entity))
  }
}

/** Throws an error that names the file. */
export async function readEntityFiles(folder: string): Promise<readonly NamedEntity[]> {
  const paths = await yamlFiles(folder)
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

const readTextFile = async (folder: string, path: string) => ({
  name: path,
  text: await readFile(join(folder, path), 'utf8'),
})

async function yamlFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

async function isEntityFile(folder: string, path: string): Promise<boolean> {
  const { entities, problems } = readFiles([await readTextFile(folder, path)])
  return entities.length > 0 && problems.length === 0
}
