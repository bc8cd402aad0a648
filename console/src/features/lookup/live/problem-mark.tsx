import { ActionIcon, Popover, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'

interface ProblemMarkProps {
  readonly kind: 'table' | 'cache' | 'adapter'
  readonly name: string
  /** Empty or null: nothing is wrong. */
  readonly problem: string | null | undefined
}

/** A red triangle that opens what is wrong; nothing where all is well. */
export function ProblemMark({ kind, name, problem }: ProblemMarkProps) {
  const t = useText()
  if (problem === undefined || problem === null || problem === '') return null
  const title = t(`lookup.problem.${kind}`)
  return (
    <Popover width={340} position="bottom-start" shadow="md" withArrow>
      <Popover.Target>
        <ActionIcon
          size={20}
          variant="transparent"
          color="red"
          flex="none"
          style={{ alignSelf: 'center' }}
          aria-label={t('lookup.problem.open', { title, name })}
        >
          <IconAlertTriangle size={15} />
        </ActionIcon>
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
