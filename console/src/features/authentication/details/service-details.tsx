import {
  type AuthBackend,
  type DirectoryConfig,
  pageAuthBackendUsers,
  updateAuthBackend,
} from '@logyard/contract/identity/auth-services'
import { IconEdit } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { AuthenticationPage } from '../authentication-page.tsx'
import { useRoleNames } from '../use-roles.ts'
import type { StepKey } from '../wizard/service-values.ts'
import { SynchronizedUsers } from './synchronized-users.tsx'

interface ServiceDetailsProps {
  readonly service: AuthBackend
  readonly title: string
}

export function ServiceDetails({ service, title }: ServiceDetailsProps) {
  const t = useText()
  const may = useMay()
  const { config } = service
  const editLink = (step: StepKey) =>
    may(updateAuthBackend, { id: service.id }) && (
      <LinkButton
        size="xs"
        variant="default"
        leftSection={<IconEdit size={14} />}
        to={routes.authentication.edit(service.id, { initialStepKey: step })}
        aria-label={t('authentication.editStep', { step: t(`authentication.step.${step}`) })}
      >
        {t('authentication.edit')}
      </LinkButton>
    )
  const section = (step: StepKey) => ({ title: t(`authentication.step.${step}`), action: editLink(step) })
  return (
    <AuthenticationPage title={title} subject={service.title} width="reading">
      <FormSection {...section('server-configuration')}>
        <ServerFacts service={service} />
      </FormSection>
      <FormSection {...section('user-synchronization')}>
        <UserFacts service={service} />
      </FormSection>
      <FormSection {...section('group-synchronization')}>
        <GroupFacts config={config} />
      </FormSection>
      {may(pageAuthBackendUsers) && (
        <FormSection title={t('authentication.users')}>
          <SynchronizedUsers id={service.id} />
        </FormSection>
      )}
    </AuthenticationPage>
  )
}

const isChecked = (config: DirectoryConfig) => config.transport_security !== 'none' && config.verify_certificates

function ServerFacts({ service: { title, description, config } }: { service: AuthBackend }) {
  const t = useText()
  const count = config.ca_certificates?.match(/BEGIN CERTIFICATE/g)?.length ?? 0
  return (
    <DefinitionList
      items={[
        { label: t('authentication.title'), value: title },
        { label: t('authentication.description'), value: description },
        { label: t('authentication.server'), value: config.servers.map(({ host, port }) => `${host}:${port}`).join() },
        { label: t('authentication.systemUser'), value: config.system_user_dn },
        { label: t('authentication.systemPassword'), value: config.system_user_password.is_set ? '******' : '' },
        {
          label: t('authentication.transport'),
          value: <span>{t(`authentication.transport.${config.transport_security}`)}</span>,
        },
        { label: t('authentication.verify'), value: config.verify_certificates },
        isChecked(config) && {
          label: t('authentication.caCertificates'),
          value: t('authentication.caCertificates.count', { count }),
        },
      ]}
    />
  )
}

function UserFacts({ service: { config, default_roles } }: { service: AuthBackend }) {
  const t = useText()
  const roleNames = useRoleNames()
  return (
    <DefinitionList
      items={[
        { label: t('authentication.searchBase'), value: config.user_search_base },
        { label: t('authentication.searchPattern'), value: config.user_search_pattern },
        { label: t('authentication.nameAttribute'), value: config.user_name_attribute },
        { label: t('authentication.fullNameAttribute'), value: config.user_full_name_attribute },
        config.type === 'ldap' && {
          label: t('authentication.idAttribute'),
          value: config.user_unique_id_attribute,
        },
        { label: t('authentication.defaultRoles'), value: roleNames(default_roles) },
      ]}
    />
  )
}

function GroupFacts({ config: { group_mapping: mapping } }: { config: DirectoryConfig }) {
  const t = useText()
  const roleNames = useRoleNames()
  if (mapping === null) return <span>{t('authentication.groups.none')}</span>
  return (
    <DefinitionList
      items={[
        { label: t('authentication.groups.base'), value: mapping.search_base },
        { label: t('authentication.groups.pattern'), value: mapping.search_pattern ?? '' },
        ...mapping.roles.map(({ group, role_ids }) => ({
          label: group,
          value: roleNames(role_ids),
          isLabelData: true,
        })),
      ]}
    />
  )
}
