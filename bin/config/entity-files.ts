/** Entities as files: a folder for each type, with one YAML file for each entity. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { parseDocument, stringify } from 'yaml'
import type { NamedEntity } from '../../contract/src/content-packs/configuration-text.ts'

const DEFAULT_VERSION = '1'
const MAX_NAME = 80

/** The file of each entity, relative to the folder. Names that differ in special characters only are numbered. */
function fileNames(entities: readonly NamedEntity[]): readonly string[] {
  const taken = new Set<string>()
  return entities.map(({ type, name }) => {
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
  const comment = `# The ${words} "${name.replaceAll(/\s+/g, ' ')}". \`plan\` shows what changes here would do.\n`
  return comment + stringify({ type: shortType, name, data }, { lineWidth: 0 })
}

/** Replaces the files of earlier entities, and touches no file that holds something else. */
export async function writeEntities(folder: string, entities: readonly NamedEntity[]): Promise<void> {
  const names = fileNames(entities)
  await mkdir(folder, { recursive: true })
  const kept = new Set(names)
  for (const path of await yamlFiles(folder)) {
    if (!kept.has(path) && (await isEntityFile(join(folder, path)))) await rm(join(folder, path))
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
  return Promise.all(paths.map(async (path) => readEntity(path, await readFile(join(folder, path), 'utf8'))))
}

function readEntity(path: string, text: string): NamedEntity {
  const document = parseDocument(text)
  const [error] = document.errors
  if (error !== undefined) throw new Error(`${path}: ${error.message}`)
  const value: unknown = document.toJS({ maxAliasCount: 100 })
  const entity = withWholeType(value)
  if (isEntity(entity)) return entity
  throw new Error(`${path}: it needs the properties type, name and data, and no others`)
}

function isEntity(value: unknown): value is NamedEntity {
  if (typeof value !== 'object' || value === null || !('type' in value && 'name' in value && 'data' in value))
    return false
  const { type, name } = value
  const isType = typeof type === 'object' && type !== null && 'name' in type && 'version' in type
  return isType && typeof name === 'string' && Object.keys(value).length === 3
}

function withWholeType(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value)) return value
  const { type } = value
  return typeof type === 'string' ? { ...value, type: { name: type, version: DEFAULT_VERSION } } : value
}

async function yamlFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

async function isEntityFile(path: string): Promise<boolean> {
  try {
    readEntity(path, await readFile(path, 'utf8'))
    return true
  } catch {
    return false
  }
}
