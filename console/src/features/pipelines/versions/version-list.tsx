import { listRuleVersions, type RuleVersionSummary } from '@logyard/contract/pipelines/rule-versions'
import type { RuleSource } from '@logyard/contract/pipelines/rules'
import { Badge, Button, Group, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Call } from '../../../api/api-client.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../../ui/page/loading.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { RULES_KEY } from '../pipeline-queries.ts'
import { useRestoreVersion } from '../rule-actions.ts'
import { CompareDialog } from './compare-dialog.tsx'
import classes from './versions.module.css'

const versionsQuery = (call: Call, ruleId: string) =>
  queryOptions({
    queryKey: [...RULES_KEY, 'versions', ruleId],
    queryFn: async ({ signal }) => (await call(listRuleVersions, { params: { ruleId }, signal })).versions,
  })

interface VersionListProps {
  readonly rule: RuleSource
  /** As edited. */
  readonly source: string
  readonly isReadOnly: boolean
  readonly onRestored: (rule: RuleSource) => void
}

/** Every save of the rule: who and when. Any two can be compared, and any one restored. */
export function VersionList({ rule, source, isReadOnly, onRestored }: VersionListProps) {
  const t = useText()
  const ruleId = rule.id ?? ''
  const versions = useQuery(versionsQuery(useCall(), ruleId))
  const [compared, setCompared] = useState<RuleVersionSummary>()
  if (versions.isPending) return <LoadingLines lines={4} />
  if (versions.isError) return <LoadFailed error={versions.error} onRetry={versions.refetch} />
  if (versions.data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('pipelines.versions.none')}
      </Text>
    )
  }
  const current = versions.data[0]?.version
  return (
    <>
      <ol className={classes['versions']} aria-label={t('pipelines.versions')}>
        {versions.data.map((version) => (
          <li key={version.version}>
            <Version
              ruleId={ruleId}
              version={version}
              isCurrent={version.version === current}
              isReadOnly={isReadOnly}
              onCompare={() => setCompared(version)}
              onRestored={onRestored}
            />
          </li>
        ))}
      </ol>
      {compared !== undefined && (
        <CompareDialog
          ruleId={ruleId}
          versions={versions.data}
          version={compared.version}
          edited={source}
          onClose={() => setCompared(undefined)}
        />
      )}
    </>
  )
}

interface VersionProps {
  readonly ruleId: string
  readonly version: RuleVersionSummary
  readonly isCurrent: boolean
  readonly isReadOnly: boolean
  readonly onCompare: () => void
  readonly onRestored: (rule: RuleSource) => void
}

function Version({ ruleId, version: summary, isCurrent, isReadOnly, onCompare, onRestored }: VersionProps) {
  const t = useText()
  const confirm = useConfirm()
  const restore = useRestoreVersion(ruleId)
  const { version, saved_at: savedAt, username, restored_from: restoredFrom } = summary
  const bringBack = async () => {
    const isSure = await confirm({
      title: t('pipelines.versions.restore.title', { version }),
      text: t('pipelines.versions.restore.text'),
      confirmLabel: t('pipelines.versions.restore.confirm'),
    })
    if (isSure) restore.mutate(version, { onSuccess: onRestored })
  }
  return (
    <>
      <Group gap="xs">
        <Text span size="sm" fw={550}>
          {t('pipelines.versions.version', { version })}
        </Text>
        {isCurrent && <Badge color="gray">{t('pipelines.versions.current')}</Badge>}
        {restoredFrom !== null && (
          <Text span size="xs" c="dimmed">
            {t('pipelines.versions.restored', { version: restoredFrom })}
          </Text>
        )}
      </Group>
      <Group gap="xs" justify="space-between">
        <Text span size="xs" c="dimmed">
          <RelativeTime instant={savedAt} /> · <span translate="no">{username}</span>
        </Text>
        <Group gap={4}>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={t('pipelines.versions.compareOf', { version })}
            onClick={onCompare}
          >
            {t('pipelines.versions.compare')}
          </Button>
          {!isCurrent && !isReadOnly && (
            <Button
              size="compact-xs"
              variant="subtle"
              loading={restore.isPending}
              aria-label={t('pipelines.versions.restoreOf', { version })}
              onClick={() => void bringBack()}
            >
              {t('pipelines.versions.restore')}
            </Button>
          )}
        </Group>
      </Group>
    </>
  )
}
