import {
  applyConfiguration,
  type ConfigurationPlan,
  type ConfigurationRequest,
  type PlannedChange,
} from '@logyard/contract/content-packs/configuration-text'
import type { FileProblem, ReadFiles } from '@logyard/languages/configuration-text/read-entity-files'
import { Alert, Button, Checkbox, Code, Group, List, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import { Change, ChangeList } from '../differences/differences.tsx'
import { PacksPage } from '../packs-page.tsx'
import { useApplyConfiguration, usePlanConfiguration } from './configuration-actions.ts'
import { textsOf } from './dropped-files.ts'
import { FileDrop } from './file-drop.tsx'
import { readFiles } from './read-files.ts'

/** Compares text files with the system, as the command line does. */
export function ConfigurationScreen() {
  const t = useText()
  const rich = useRichText()
  const notify = useNotify()
  const plan = usePlanConfiguration()
  const [read, setRead] = useState<ReadFiles>()
  const [prune, setPrune] = useState(false)
  const compare = ({ entities, problems }: ReadFiles, deletes: boolean) => {
    plan.reset()
    if (problems.length === 0 && entities.length > 0) plan.mutate({ entities: [...entities], prune: deletes })
  }
  const choose = async (files: readonly File[]) => {
    const chosen = await textsOf(files)
    if ('problem' in chosen) return notify.error(t(`contentPacks.configuration.${chosen.problem}`))
    const next = readFiles(chosen.files)
    setRead(next)
    compare(next, prune)
  }
  return (
    <PacksPage title={t('contentPacks.configuration')} description={t('contentPacks.configuration.description')}>
      <Stack gap="md" maw={960}>
        <Text size="sm">
          {rich('contentPacks.configuration.pull', {
            command: <Code translate="no">logyard config pull FOLDER</Code>,
            checkout: <Code translate="no">npm run config -- pull FOLDER</Code>,
          })}
        </Text>
        <FileDrop isBusy={plan.isPending} onFiles={(files) => void choose(files)} />
        <Checkbox
          label={t('contentPacks.configuration.prune')}
          description={t('contentPacks.configuration.prune.help')}
          checked={prune}
          onChange={({ currentTarget: { checked } }) => {
            setPrune(checked)
            if (read !== undefined) compare(read, checked)
          }}
        />
        {read !== undefined && <FileProblems problems={read.problems} />}
        {read !== undefined && plan.data !== undefined && (
          <ConfigurationPlanned
            plan={plan.data}
            request={{ entities: [...read.entities], prune }}
            onApplied={() => compare(read, prune)}
          />
        )}
      </Stack>
    </PacksPage>
  )
}

const SHOWN = 20

function FileProblems({ problems }: { problems: readonly FileProblem[] }) {
  const t = useText()
  if (problems.length === 0) return null
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle />}
      title={t('contentPacks.configuration.problems', { count: problems.length })}
    >
      <List size="sm">
        {problems.slice(0, SHOWN).map(({ file, kind, detail }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file may have the same problem twice
          <List.Item key={index}>
            <span translate="no">{file}</span>:{' '}
            {kind === 'syntax' ? (
              <span translate="no">{detail}</span>
            ) : (
              t('contentPacks.configuration.problem.noEntity')
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

interface ConfigurationPlannedProps {
  readonly plan: ConfigurationPlan
  readonly request: ConfigurationRequest
  readonly onApplied: () => void
}

/** The changes that the files would make; all of them are applied, or none. */
function ConfigurationPlanned({ plan: { changes, unchanged }, request, onApplied }: ConfigurationPlannedProps) {
  const t = useText()
  const may = useMay()
  const count = (action: PlannedChange['action']) => changes.filter((change) => change.action === action).length
  const counts = { create: count('create'), update: count('update'), delete: count('delete'), unchanged }
  const apply = useApplyConfiguration(counts, counts.delete === 0)
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {t(changes.length === 0 ? 'contentPacks.configuration.same' : 'contentPacks.configuration.counts', counts)}
      </Text>
      <ChangeList>
        {changes.map(({ type, ...change }) => (
          <Change key={`${type.name} ${change.name}`} typeName={type.name} {...change} />
        ))}
      </ChangeList>
      {changes.length > 0 && may(applyConfiguration) && (
        <Group justify="flex-end">
          <Button loading={apply.isPending} onClick={async () => (await apply(request)) && onApplied()}>
            {t('contentPacks.configuration.apply')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
