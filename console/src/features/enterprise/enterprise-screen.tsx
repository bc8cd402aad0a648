import { requestLicense } from '@logyard/contract/license/license'
import { Alert, List } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { nodesQuery } from '../../cluster/cluster-queries.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { LicenseForm } from './license-form.tsx'
import { licenseQuery } from './license-queries.ts'
import { StoredRequest } from './stored-request.tsx'

const INCLUDED = ['audit', 'alerts', 'reports', 'directories', 'limits'] as const

/** What this edition contains, and the request for a license that other servers of this API have. */
export function EnterpriseScreen() {
  const t = useText()
  const may = useMay()
  return (
    <Page title={t('enterprise.title')} description={t('enterprise.description')} width="reading">
      <FormSection title={t('enterprise.included')}>
        <List
          size="sm"
          spacing={4}
          icon={
            <IconCircleCheck size={16} color="var(--mantine-color-green-text)" style={{ marginTop: 2 }} aria-hidden />
          }
        >
          {INCLUDED.map((part) => (
            <List.Item key={part}>{t(`enterprise.included.${part}`)}</List.Item>
          ))}
        </List>
      </FormSection>
      <ClusterFacts />
      {may(requestLicense) && (
        <FormSection title={t('enterprise.license')} description={t('enterprise.license.text')}>
          <LicenseState />
        </FormSection>
      )}
    </Page>
  )
}

function ClusterFacts() {
  const t = useText()
  const { data: nodes } = useQuery(nodesQuery(useCall()))
  if (nodes === undefined) return null
  return (
    <FormSection title={t('enterprise.cluster')}>
      <DefinitionList
        items={[
          { label: t('enterprise.clusterId'), value: nodes[0]?.cluster_id.toUpperCase() ?? '' },
          { label: t('enterprise.nodes'), value: nodes.length },
        ]}
      />
    </FormSection>
  )
}

function LicenseState() {
  const t = useText()
  const status = useQuery(licenseQuery(useCall()))
  useFailureToast(status.error, 'enterprise.loadFailed')
  return (
    <Loaded query={status} lines={4}>
      {(state) => {
        if (state === 'staged') return <StoredRequest />
        if (state === 'installed') return <Alert color="amber" title={t('enterprise.installed')} />
        return <LicenseForm />
      }}
    </Loaded>
  )
}
