/** Entities as files: a folder for each type, with one file for each entity. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { stringify } from 'yaml'
import type { NamedEntity } from '../../contract/src/content-packs/configuration-text.ts'
import { ruleFileOf } from '../../languages/src/configuration-text/rule-file.ts'
import { readFiles, readTextFile, textFiles } from '../../server/src/content-packs/text/entity-folder.ts'
import { printable } from '../../terminal/src/output/printable-text.ts'

const DEFAULT_VERSION = '1'
const MAX_NAME = 80
const FOLDER_NAME = /^[a-z][a-z\d_]*$/

interface EntityFile {
  /** Path in the folder. */
  readonly path: string
  readonly text: string
}

/** The file of each entity. Names that differ in special characters only are numbered. */
function filesOf(entities: readonly NamedEntity[]): readonly EntityFile[] {
  const taken = new Set<string>()
  return entities.map((entity) => {
    const { type, name } = entity
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
    const rule = ruleFileOf(entity)
    const ending = rule === undefined ? 'yaml' : 'rule'
    let path = `${base}.${ending}`
    for (let number = 2; taken.has(path); number += 1) path = `${base}-${number}.${ending}`
    taken.add(path)
    return { path, text: rule ?? entityText(entity) }
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
  const files = filesOf(entities)
  await mkdir(folder, { recursive: true })
  const kept = new Set(files.map(({ path }) => path))
  for (const path of await textFiles(folder)) {
    if (!kept.has(path) && (await isEntityFile(folder, path))) await rm(join(folder, path))
  }
  for (const file of files) {
    const path = join(folder, file.path)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, file.text)
  }
}

async function isEntityFile(folder: string, path: string): Promise<boolean> {
  const { entities, problems } = readFiles([await readTextFile(folder, path)])
  return entities.length > 0 && problems.length === 0
}
