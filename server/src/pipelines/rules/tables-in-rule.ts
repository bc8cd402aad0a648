/** The lookup tables that a rule uses by their names. */
import { parseRuleTree } from '@logyard/languages/rules/parse-rule-tree'
import { isRecord } from '../../entities/codecs/codec.ts'
import { tableNamed } from '../../entities/entity-refs.ts'
import type { EntityName } from '../../entities/entity-type.ts'

const LOOKUP_FUNCTION = /^lookup(_|$)/
const TABLE_ARGUMENT = 'lookup_table'

/** The tables that a literal text names. None if the source does not parse: storing it then says why. */
export function tablesInRule(source: string): readonly EntityName[] {
  const parsed = parseRuleTree(source)
  return parsed.ok ? tablesInTree(parsed.tree) : []
}

function tablesInTree(node: unknown): readonly EntityName[] {
  if (Array.isArray(node)) return node.flatMap(tablesInTree)
  if (!isRecord(node)) return []
  const below = Object.values(node).flatMap(tablesInTree)
  const { kind, name, args } = node
  if (kind !== 'call' || typeof name !== 'string' || !LOOKUP_FUNCTION.test(name) || !Array.isArray(args)) return below
  const [table] = args.filter((one) => one.name === undefined || one.name === TABLE_ARGUMENT)
  return [...tableNamed(table?.value?.kind === 'literal' ? table.value.value : undefined), ...below]
}
