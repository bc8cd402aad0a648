/** A pipeline rule as a file: its source, below its description as a comment. */
import type { NamedEntity } from '@logyard/contract/content-packs/configuration-text'

export const RULE_FILE = /\.rule$/i
const TYPE = { name: 'pipeline_rule', version: '1' } as const
const COMMENT = /^(?:\/\/.*\n)*/
const TITLE = /^\s*rule\s+"([^"\\\n]+)"/

/** The title is that in the source. Undefined if the text is not a rule. */
export function ruleOf(text: string): NamedEntity | undefined {
  const lines = text.replaceAll('\r\n', '\n')
  const [comment = ''] = COMMENT.exec(lines) ?? []
  const source = lines.slice(comment.length).replace(/\n$/, '')
  const name = TITLE.exec(source)?.[1]
  if (name === undefined) return undefined
  const description = comment.replaceAll(/^\/\/ ?/gm, '').replace(/\n$/, '')
  return { type: TYPE, name, data: { title: name, description, source } }
}

/** Undefined for other entities, and for a rule that would not be read back as it is. */
export function ruleFileOf({ type, name, data }: NamedEntity): string | undefined {
  if (type.name !== TYPE.name || typeof data !== 'object' || data === null) return undefined
  const { title, description, source, ...others } = Object(data)
  if (typeof source !== 'string' || typeof description !== 'string' || Object.keys(others).length > 0) return undefined
  const comment = description === '' ? '' : `${description.replaceAll(/^/gm, '// ')}\n`
  const text = `${comment}${source}\n`
  const read = Object(ruleOf(text)?.data)
  const isSame = title === name && read.title === title && read.description === description && read.source === source
  return isSame ? text : undefined
}
