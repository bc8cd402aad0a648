import { List } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { nodesQuery } from '../../cluster/cluster-queries.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { Page } from '../../ui/page/page.tsx'

const INCLUDED = ['audit', 'alerts', 'reports', 'directories', 'limits'] as const

/** Says which features this edition has. Old links lead here; the navigation has no entry for it. */
export function EnterpriseScreen() {
  const t = useText()
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
