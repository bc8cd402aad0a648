import { getRuleVersion, type RuleVersionSummary } from '@logyard/contract/pipelines/rule-versions'
import { Group, Modal, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '../../../api/call-query.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../../ui/page/loading.tsx'
import { RULES_KEY } from '../pipeline-queries.ts'
import { lineDiff } from './line-diff.ts'
import classes from './versions.module.css'

interface CompareDialogProps {
  readonly ruleId: string
  readonly versions: readonly RuleVersionSummary[]
  /** The one to begin with, at the left. */
  readonly version: number
  /** The source in the editor. */
  readonly edited: string
  readonly onClose: () => void
}

const EDITED = 'edited'
const SIGNS = { same: ' ', added: '+', removed: '−' } as const

/** The lines in which two versions differ. */
export function CompareDialog({ ruleId, versions, version, edited, onClose }: CompareDialogProps) {
  const t = useText()
  const [left, setLeft] = useState(String(version))
  const [right, setRight] = useState(EDITED)
  const before = useSource(ruleId, left, edited)
  const after = useSource(ruleId, right, edited)
  const options = [
    { value: EDITED, label: t('pipelines.versions.edited') },
    ...versions.map((one) => ({
      value: String(one.version),
      label: t('pipelines.versions.version', { version: one.version }),
    })),
  ]
  const select = (label: string, value: string, onChange: (next: string) => void) => (
    <Select
      size="xs"
      label={label}
      allowDeselect={false}
      comboboxProps={{ keepMounted: false }}
      data={options}
      value={value}
      onChange={(next) => next !== null && onChange(next)}
    />
  )
  const error = before.error ?? after.error
  return (
    <Modal opened onClose={onClose} size="xl" title={t('pipelines.versions.compare.title')}>
      <Group gap="sm" mb="md">
        {select(t('pipelines.versions.compare.from'), left, setLeft)}
        {select(t('pipelines.versions.compare.to'), right, setRight)}
      </Group>
      {error !== null && <LoadFailed error={error} onRetry={() => Promise.all([before.refetch(), after.refetch()])} />}
      {before.source === undefined || after.source === undefined ? (
        error === null && <LoadingLines lines={6} />
      ) : (
        <Diff before={before.source} after={after.source} />
      )}
    </Modal>
  )
}

function useSource(ruleId: string, version: string, edited: string) {
  const params = { ruleId, version: Number(version) }
  const stored = useQuery({
    ...callQuery(useCall(), [...RULES_KEY, 'version', ruleId, version], getRuleVersion, { params }),
    enabled: version !== EDITED,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { source: version === EDITED ? edited : stored.data?.source, error: stored.error, refetch: stored.refetch }
}

function Diff({ before, after }: { before: string; after: string }) {
  const t = useText()
  if (before === after) {
    return (
      <Text size="sm" c="dimmed" role="status">
        {t('pipelines.versions.same')}
      </Text>
    )
  }
  return (
    <ol className={classes['diff']} aria-label={t('pipelines.versions.differences')} translate="no">
      {lineDiff(before, after).map(({ kind, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
        <li key={index} data-kind={kind}>
          <span aria-hidden>{SIGNS[kind]}</span>
          {kind === 'same' && text}
          {kind === 'added' && <ins>{text}</ins>}
          {kind === 'removed' && <del>{text}</del>}
        </li>
      ))}
    </ol>
  )
}
