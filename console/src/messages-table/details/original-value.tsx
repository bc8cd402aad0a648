import type { MessageHit } from '@logyard/contract/search/search-results'
import { Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { textOf } from '../fields/menu-value.ts'

/** The value that a decorator replaced. */
export function Original({ hit, name }: { hit: MessageHit; name: string }) {
  const t = useText()
  const stats = hit.decoration_stats
  if (stats === null) return null
  if (Object.hasOwn(stats.added_fields, name))
    return (
      <Text size="xs" c="dimmed" translate="yes">
        {t('messages.added')}
      </Text>
    )
  if (!Object.hasOwn(stats.changed_fields, name)) return null
  return (
    <Dimmed size="xs">
      {t('messages.original')} <span translate="no">{textOf(stats.changed_fields[name])}</span>
    </Dimmed>
  )
}
