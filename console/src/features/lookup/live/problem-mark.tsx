import { ActionIcon, Badge, Popover, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'

interface ProblemMarkProps {
  readonly kind: 'table' | 'cache' | 'adapter'
  readonly name: string
  /** Empty or null: nothing is wrong. */
  readonly problem: string | null | undefined
  /** An administrator has not enabled it: nothing is wrong. */
  readonly isOff?: boolean | undefined
}

/** A red triangle or the word "Off" that opens the reason; nothing where all is well. */
export function ProblemMark({ kind, name, problem, isOff = false }: ProblemMarkProps) {
  const t = useText()
  if (problem === undefined || problem === null || problem === '') return null
  const title = t(isOff ? 'lookup.off' : `lookup.problem.${kind}`)
  const label = t('lookup.problem.open', { title, name })
  return (
    <Popover width={340} position="bottom-start" shadow="md" withArrow>
      <Popover.Target>
        {isOff ? (
          <Badge component="button" type="button" size="sm" color="gray" miw="max-content" aria-label={label}>
            {title}
          </Badge>
        ) : (
          <ActionIcon
            size={20}
            variant="transparent"
            color="red"
            flex="none"
            style={{ alignSelf: 'center' }}
            aria-label={label}
          >
            <IconAlertTriangle size={15} />
          </ActionIcon>
        )}
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="sm" translate="no" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {problem}
        </Text>
      </Popover.Dropdown>
    </Popover>
  )
}
