import type { ReadFiles } from '@logyard/languages/configuration-text/read-entity-files'
import { Checkbox, Code, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import { PacksPage } from '../packs-page.tsx'
import { usePlanConfiguration } from './configuration-actions.ts'
import { ConfigurationPlanned } from './configuration-planned.tsx'
import { textsOf } from './dropped-files.ts'
import { FileDrop } from './file-drop.tsx'
import { FileProblems } from './file-problems.tsx'
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
          {rich('contentPacks.configuration.pull', { command: <Code translate="no">npm run config -- pull</Code> })}
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
