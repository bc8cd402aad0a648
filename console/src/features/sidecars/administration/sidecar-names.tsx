import { Text } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import type { AdministeredRow } from './administration-query.ts'
import { sidecarsOf } from './assignment-changes.ts'

const SHOWN = 30

/** The names of the sidecars that a bulk action concerns. */
export function SidecarNames({ rows }: { rows: readonly AdministeredRow[] }) {
  const t = useText()
  const names = sidecarsOf(rows).map(({ node_name: name }) => name)
  return (
    <Text size="sm">
      {t('sidecars.concerned', { count: names.length })}{' '}
      <Text span inherit fw={550} translate="no">
        {names.slice(0, SHOWN).join(', ')}
      </Text>
      {names.length > SHOWN && ` ${t('sidecars.concerned.more', { count: names.length - SHOWN })}`}
    </Text>
  )
}
