/** A plan as lines of text. */
import type { ConfigurationPlan, PlannedChange } from '../../contract/src/content-packs/configuration-text.ts'
import type { Difference } from '../../contract/src/content-packs/upgrades.ts'
import { printable } from '../../terminal/src/output/printable-text.ts'

const SIGNS = { create: '+', update: '~', delete: '-' } as const

export function planWords({ changes, unchanged }: ConfigurationPlan): string {
  const counts = (['create', 'update', 'delete'] as const).map((action) => {
    return `${changes.filter((change) => change.action === action).length} to ${action}`
  })
  return [...changes.flatMap(changeWords), `${counts.join(', ')}, ${unchanged} unchanged`].join('\n')
}

function changeWords({ type, name, action, differences }: PlannedChange): readonly string[] {
  const head = `${SIGNS[action]} ${action} ${type.name.replaceAll('_', ' ')} "${printable(name)}"`
  return action === 'update' ? [head, ...differences.flatMap(differenceWords)] : [head]
}

function differenceWords({ path, before, after }: Difference): readonly string[] {
  return [`    ${printable(path)}: ${shown(before)} -> ${shown(after)}`]
}

const shown = (value: string | null) => (value === null ? '(none)' : printable(JSON.stringify(value)))
