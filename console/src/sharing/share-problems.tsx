import { parseGrn, type ShareState } from '@logyard/contract/identity/shares'
import { Alert, Checkbox, List, Text } from '@mantine/core'
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { useRichText, useText } from '../base/text/text.tsx'
import type { MissingStreams } from './missing-streams.ts'

const titleOf = (state: ShareState, grn: string) =>
  state.available_grantees.find((grantee) => grantee.id === grn)?.title ?? parseGrn(grn)?.id ?? grn

/** Why the selection cannot be saved. */
export function LastOwner({ state }: { state: ShareState }) {
  const t = useText()
  const { failed, error_context } = state.validation_result
  if (!failed) return null
  const owners = error_context['selected_grantee_capabilities'] ?? []
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle />} title={t('sharing.lastOwner.title')}>
      <Text size="sm">{t('sharing.lastOwner')}</Text>
      <List size="sm" translate="no">
        {owners.map((owner) => (
          <List.Item key={owner}>{titleOf(state, owner)}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

interface MissingAccessProps {
  readonly state: ShareState
  readonly missing: MissingStreams
  readonly isSharing: boolean
  readonly onSharing: (isSharing: boolean) => void
}

/** The streams that collaborators cannot see; those of the user can be shared together with the entity. */
export function MissingAccess({ state, missing, isSharing, onSharing }: MissingAccessProps) {
  const t = useText()
  const rich = useRichText()
  const { grantees, shareable, others } = missing
  if (grantees.length === 0) return null
  const names = grantees.map((grantee) => titleOf(state, grantee)).join(', ')
  return (
    <Alert color="amber" icon={<IconLock />} title={t('sharing.missing.title')}>
      <Text size="sm">{rich('sharing.missing', { names: () => <b translate="no">{names}</b> })}</Text>
      <List size="sm">
        {shareable.map(({ id, title }) => (
          <List.Item key={id} translate="no">
            {title}
          </List.Item>
        ))}
        {others.map(({ id, title, owners }) => (
          <List.Item key={id}>
            <span translate="no">{title}</span>{' '}
            {owners.length === 0
              ? t('sharing.missing.administrators')
              : t('sharing.missing.owners', { names: owners.map((owner) => owner.title).join(', ') })}
          </List.Item>
        ))}
      </List>
      {shareable.length > 0 && (
        <Checkbox
          mt="sm"
          label={
            others.length === 0
              ? t('sharing.missing.share')
              : t('sharing.missing.shareSome', { count: shareable.length })
          }
          checked={isSharing}
          onChange={(event) => onSharing(event.currentTarget.checked)}
        />
      )}
    </Alert>
  )
}
