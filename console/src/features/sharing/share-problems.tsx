import { parseGrn, type ShareState } from '@logyard/contract/identity/shares'
import { Alert, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../base/text/text.tsx'

/** Errors that prevent saving, and warnings about missing dependencies. */
export function ShareProblems({ state }: { state: ShareState }) {
  return (
    <>
      <LastOwner state={state} />
      <MissingDependencies state={state} />
    </>
  )
}

const titleOf = (state: ShareState, grn: string) =>
  state.available_grantees.find((grantee) => grantee.id === grn)?.title ?? parseGrn(grn)?.id ?? grn

function LastOwner({ state }: { state: ShareState }) {
  const t = useText()
  const { failed, error_context } = state.validation_result
  if (!failed) return null
  const owners = error_context['selected_grantee_capabilities'] ?? []
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle />} title={t('sharing.lastOwner.title')}>
      <Text size="sm">{t('sharing.lastOwner')}</Text>
      <List size="sm" translate="no">
        {owners.map((owner) => (
          <List.Item key={owner}>{titleOf(state, owner)}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

function MissingDependencies({ state }: { state: ShareState }) {
  const t = useText()
  const missing = Object.entries(state.missing_permissions_on_dependencies).filter(
    ([, entities]) => entities.length > 0,
  )
  if (missing.length === 0) return null
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle />} title={t('sharing.missing.title')}>
      <Text size="sm">{t('sharing.missing')}</Text>
      <List size="sm">
        {missing.map(([grantee, entities]) => (
          <List.Item key={grantee}>
            <span translate="no">{titleOf(state, grantee)}</span>
            <List size="sm" withPadding>
              {entities.map(({ id, type, title, owners }) => (
                <List.Item key={id}>
                  <span translate="no">
                    {title} ({type})
                  </span>{' '}
                  {t('sharing.missing.owners', { names: owners.map((owner) => owner.title).join(', ') || '-' })}
                </List.Item>
              ))}
            </List>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
