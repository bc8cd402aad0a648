import type { ClusterInputStates, InputSummary, InputTypeInfo } from '@logyard/contract/ingest/inputs'
import { Group, Paper, Text, Title } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { useId } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { LiveMetrics } from '../../../cluster/live-metrics.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import type { InputSubject } from '../form/input-dialog.tsx'
import classes from '../inputs.module.css'
import { InputItem } from './input-item.tsx'

export interface InputSectionProps {
  readonly kind: 'global' | 'local'
  readonly inputs: readonly InputSummary[]
  readonly types: Readonly<Record<string, InputTypeInfo>>
  /** `undefined` while loading. */
  readonly states: ClusterInputStates | undefined
  readonly metrics: LiveMetrics | undefined
  /** Set on the page of one node. */
  readonly nodeId: string | undefined
  readonly matches: (title: string) => boolean
  readonly onEdit: (subject: InputSubject) => void
}

/** The global or the local inputs, each as a card. */
export function InputSection({ kind, inputs, nodeId, matches, ...rest }: InputSectionProps) {
  const t = useText()
  const id = useId()
  const shown = inputs.filter(({ title }) => matches(title))
  const count = inputs.length
  return (
    <section aria-labelledby={id} className={classes['section']}>
      <Group gap="xs" align="baseline" mb="xs">
        <Title order={2} id={id}>
          {t(`inputs.${kind}`)}
        </Title>
        <Text size="sm" c="dimmed">
          {nodeId === undefined ? t('inputs.configured', { count }) : t('inputs.configuredOnNode', { count })}
        </Text>
      </Group>
      {shown.length === 0 ? (
        <Paper>
          <EmptyState
            icon={<IconInbox />}
            title={t(count === 0 ? `inputs.${kind}.none` : `inputs.${kind}.noMatch`)}
            text={count === 0 ? t(`inputs.${kind}.none.text`) : undefined}
          />
        </Paper>
      ) : (
        <ul className={classes['items']}>
          {shown.map((input) => (
            <li key={input.id}>
              <InputItem input={input} {...rest} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
