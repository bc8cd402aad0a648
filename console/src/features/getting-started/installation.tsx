import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { systemQuery } from '../../cluster/cluster-queries.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'

/** Version and ids of this installation, the first things that support asks for. */
export function Installation() {
  const t = useText()
  const call = useCall()
  const may = useMay()
  const { data } = useQuery({ ...systemQuery(call), enabled: may('system:read') })
  if (data === undefined) return null
  return (
    <FormSection title={t('gettingStarted.installation')}>
      <DefinitionList
        items={[
          { label: t('gettingStarted.installation.version'), value: data.version },
          { label: t('gettingStarted.installation.cluster'), value: data.cluster_id.toUpperCase() },
          { label: t('gettingStarted.installation.os'), value: data.operating_system },
        ]}
      />
    </FormSection>
  )
}
