import { PRIORITIES } from '@logyard/contract/events/event-definitions'
import { Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconMinus } from '@tabler/icons-react'
import { useText } from '../base/text/text.tsx'
import { Tooltip } from '../ui/tooltip/tooltip.tsx'
import classes from './priority.module.css'

export type PriorityName = keyof typeof PRIORITIES

/** Other numbers, which the API accepts, count as the nearest priority. */
export function priorityName(priority: number): PriorityName {
  if (priority <= PRIORITIES.low) return 'low'
  return priority >= PRIORITIES.high ? 'high' : 'normal'
}

const ICONS = { low: IconArrowDown, normal: IconMinus, high: IconArrowUp } as const

/** The priority of an event or a definition: an icon with its word. */
export function Priority({ priority }: { priority: number }) {
  const t = useText()
  const name = priorityName(priority)
  const Icon = ICONS[name]
  return (
    <Text span inherit className={classes['priority'] ?? ''} data-priority={name}>
      <Icon size={14} aria-hidden />
      {t(`alerting.priority.${name}`)}
    </Text>
  )
}

/** The priority as an icon alone, named by its tooltip. */
export function PriorityIcon({ priority }: { priority: number }) {
  const t = useText()
  const name = priorityName(priority)
  const Icon = ICONS[name]
  const label = t(`alerting.priority.${name}.title`)
  return (
    <Tooltip label={label}>
      <span role="img" aria-label={label} className={classes['priority']} data-priority={name}>
        <Icon size={15} aria-hidden />
      </span>
    </Tooltip>
  )
}
