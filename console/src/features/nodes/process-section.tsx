import type { SystemStats } from '@logyard/contract/machine/system-stats'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { useBytes } from '../../ui/use-bytes.ts'
import { systemStatsQuery } from './node-queries.ts'

/** Facts about the process and its machine. */
export function ProcessSection({ nodeId }: { nodeId: string }) {
  const t = useText()
  const stats = useQuery(systemStatsQuery(useCall(), nodeId))
  return (
    <FormSection title={t('nodes.process')}>
      <Loaded query={stats} lines={4}>
        {(data) => <Facts stats={data} />}
      </Loaded>
    </FormSection>
  )
}

function Facts({ stats: { fs, os, process } }: { stats: SystemStats }) {
  const t = useText()
  const bytes = useBytes()
  const [disk] = Object.values(fs.filesystems)
  const of = (used: number, total: number) => (
    <span>{t('nodes.process.of', { used: bytes(used), total: bytes(total) })}</span>
  )
  const files = { open: process.open_file_descriptors, limit: process.max_file_descriptors }
  return (
    <DefinitionList
      items={[
        {
          label: t('nodes.process.cpu'),
          value: process.cpu && <span>{t('nodes.process.cpu.text', { share: process.cpu.percent / 100 })}</span>,
        },
        {
          label: t('nodes.process.load'),
          value: <span>{t('nodes.process.load.text', loadsOf(os.load_average))}</span>,
        },
        { label: t('nodes.process.resident'), value: process.memory && bytes(process.memory.resident) },
        { label: t('nodes.process.memory'), value: of(os.memory.used, os.memory.total) },
        // The system does not tell them if they are negative.
        {
          label: t('nodes.process.files'),
          value: files.open >= 0 && files.limit >= 0 ? <span>{t('nodes.process.files.text', files)}</span> : null,
        },
        { label: t('nodes.process.disk'), value: disk && of(disk.used, disk.total) },
      ]}
    />
  )
}

const loadsOf = ([one = 0, five = 0, fifteen = 0]: readonly number[]) => ({ one, five, fifteen })
