import type { MessageDocument } from '@logyard/contract/search/search-results'
import { Badge } from '@mantine/core'
import { levelOf } from '../levels/message-level.ts'

const COLORS = { error: 'red', warning: 'amber', normal: 'gray', quiet: 'gray' }

/** The severity of a message as a word; only warnings and errors are coloured. */
export function LevelChip({ message }: { message: MessageDocument }) {
  const level = levelOf(message)
  if (level === undefined) return null
  return (
    <Badge size="sm" color={COLORS[level.tone]} title={`${level.field}: ${level.value}`} translate="no">
      {level.name}
    </Badge>
  )
}
