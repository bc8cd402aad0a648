import { listRuleVersions, type RuleVersionSummary } from '@logyard/contract/pipelines/rule-versions'
import type { RuleSource } from '@logyard/contract/pipelines/rules'
import { Badge, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Call } from '../../../api/api-client.ts'
import { callQuery } from '../../../api/call-query.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { RULES_KEY } from '../pipeline-queries.ts'
import { useRestoreVersion } from '../rule-actions.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import classes from './versions.module.css'

const versionsQuery = (call: Call, ruleId: string) =>
  callQuery(call, [...RULES_KEY, 'versions', ruleId], listRuleVersions, { params: { ruleId } })

interface VersionListProps {
  readonly rule: RuleSource
  /** As edited. */
  readonly source: string
  readonly isReadOnly: boolean
  readonly onRestored: (rule: RuleSource) => void
}

/** Every save of the rule: who and when. Any two can be compared, and any one restored. */
export function VersionList(props: VersionListProps) {
  return (
    <Loaded query={useQuery(versionsQuery(useCall(), props.rule.id ?? ''))} lines={4}>
      {({ versions }) => <Versions versions={versions} {...props} />}
    </Loaded>
  )
}

interface VersionsProps extends VersionListProps {
  /** The newest first. */
  readonly versions: readonly RuleVersionSummary[]
}

function Versions({ versions, rule, source, isReadOnly, onRestored }: VersionsProps) {
  const t = useText()
  const ruleId = rule.id ?? ''
  const [compared, setCompared] = useState<RuleVersionSummary>()
  if (versions.length === 0) {
    return <Dimmed>{t('pipelines.versions.none')}</Dimmed>
  }
  return (
    <>
      <ol className={classes['versions']} aria-label={t('pipelines.versions')}>
        {versions.map((version, index) => (
          <li key={version.version}>
            <Version
              ruleId={ruleId}
              version={version}
              isCurrent={index === 0}
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
          versions={versions}
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
  const restore = useRestoreVersion(ruleId, onRestored)
  const { version, saved_at: savedAt, username, restored_from: restoredFrom } = summary
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
              onClick={() => void restore(version)}
            >
              {t('pipelines.versions.restore')}
            </Button>
          )}
        </Group>
      </Group>
    </>
  )
}
