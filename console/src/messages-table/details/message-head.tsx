import type { MessageDocument, MessageHit } from '@logyard/contract/search/search-results'
import { Badge, Group, Text, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { instantMs, relativeParts } from '../../ui/time/relative-time.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { useExactTime } from '../fields/field-format.ts'
import { ValueMenu } from '../fields/value-menu.tsx'
import { levelOf } from '../levels/message-level.ts'
import classes from './message-detail.module.css'

interface MessageHeadProps {
  readonly hit: MessageHit
  readonly isInteractive: boolean
  /** The actions on the message. */
  readonly children: ReactNode
}

/** How severe, when, and from where; the actions at the right. */
export function MessageHead({ hit, isInteractive, children }: MessageHeadProps) {
  const exactTime = useExactTime()
  const { message } = hit
  return (
    <div className={classes['head']}>
      <Group gap="sm" miw={0}>
        <LevelChip message={message} />
        <Tooltip label={<Ago instant={message.timestamp} />}>
          <time dateTime={message.timestamp} className={classes['time']} translate="no">
            {exactTime(message.timestamp)}
          </time>
        </Tooltip>
        {isInteractive ? (
          <ValueMenu of={{ field: 'source', value: message.source }}>
            <Text span size="sm" fw={550} translate="no">
              {message.source}
            </Text>
          </ValueMenu>
        ) : (
          <Text span size="sm" fw={550} translate="no">
            {message.source}
          </Text>
        )}
      </Group>
      <Group gap={4} wrap="nowrap">
        {children}
      </Group>
    </div>
  )
}

function Ago({ instant }: { instant: string }) {
  const intl = useIntl()
  const { value, unit } = relativeParts(instantMs(instant), useNow('second'))
  return intl.formatRelativeTime(value, unit, { numeric: 'auto' })
}

const COLORS = { error: 'red', warning: 'amber', normal: 'gray', quiet: 'gray' }

/** The severity of a message as a word; only warnings and errors are coloured. */
function LevelChip({ message }: { message: MessageDocument }) {
  const level = levelOf(message)
  if (level === undefined) return null
  return (
    <Badge size="sm" color={COLORS[level.tone]} title={`${level.field}: ${level.value}`} translate="no">
      {level.name}
    </Badge>
  )
}
