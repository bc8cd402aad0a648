import {
  activateOidcProvider,
  createOidcProvider,
  deleteOidcProvider,
  type OidcProvider,
  updateOidcProvider,
} from '@logyard/contract/identity/oidc'
import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { useCreateButton } from '../../../ui/page/use-create-button.tsx'
import { AuthenticationPage } from '../authentication-page.tsx'
import { useRoleNames } from '../use-roles.ts'
import { AddressUnknown } from './address-unknown.tsx'
import { useActivateProvider, useDeactivateProvider, useDeleteProvider } from './provider-actions.ts'
import { providersQuery } from './provider-queries.ts'

export function ProvidersScreen() {
  const t = useText()
  const create = useCreateButton({
    label: 'authentication.provider.new',
    target: routes.authentication.createProvider(),
    isAllowed: useMay()(createOidcProvider),
  })
  return (
    <Loaded query={useQuery(providersQuery(useCall()))}>
      {({ providers, redirect_uri_base: base }) => (
        <AuthenticationPage
          title={t('authentication.providers')}
          description={t('authentication.providers.description')}
          width="reading"
          action={create}
        >
          <Stack gap="md">
            {base === null && <AddressUnknown />}
            {providers.length === 0 && (
              <EmptyState
                icon={<IconLogin2 />}
                title={t('authentication.providers.none')}
                text={t('authentication.providers.none.text')}
              />
            )}
            {providers.map((provider) => (
              <ProviderCard key={provider.id} provider={provider} base={base} />
            ))}
          </Stack>
        </AuthenticationPage>
      )}
    </Loaded>
  )
}

function ProviderCard({ provider, base }: { provider: OidcProvider; base: string | null }) {
  const t = useText()
  const roleNames = useRoleNames()
  const { id, title, active, description, issuer, client_id, default_roles } = provider
  const headingId = useId()
  return (
    <Paper component="article" p="md" withBorder aria-labelledby={headingId}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Group gap="sm">
            <Title id={headingId} order={2} size="h4" translate="no">
              {title}
            </Title>
            <Badge color={active ? 'spruce' : 'gray'}>
              {t(active ? 'authentication.isActive' : 'authentication.provider.inactive')}
            </Badge>
          </Group>
          <ProviderActions provider={provider} />
        </Group>
        {description !== '' && (
          <Text size="sm" c="dimmed" translate="no">
            {description}
          </Text>
        )}
        <DefinitionList
          items={[
            { label: t('authentication.provider.issuer'), value: issuer },
            { label: t('authentication.provider.clientId'), value: client_id },
            { label: t('authentication.provider.redirectUri'), value: base === null ? '' : `${base}${id}` },
            { label: t('authentication.defaultRoles'), value: roleNames(default_roles) },
          ]}
        />
      </Stack>
    </Paper>
  )
}

function ProviderActions({ provider }: { provider: OidcProvider }) {
  const t = useText()
  const may = useMay()
  const activate = useActivateProvider()
  const deactivate = useDeactivateProvider()
  const remove = useDeleteProvider()
  const { id, active } = provider
  return (
    <Group gap="xs">
      {may(activateOidcProvider) && (
        <Button
          size="xs"
          variant="default"
          loading={activate.isPending || deactivate.isPending}
          onClick={() => (active ? void deactivate(provider) : activate.mutate(provider))}
        >
          {t(active ? 'authentication.deactivate' : 'authentication.activate')}
        </Button>
      )}
      {may(updateOidcProvider, { id }) && (
        <LinkButton size="xs" variant="default" to={routes.authentication.editProvider(id)}>
          {t('authentication.edit')}
        </LinkButton>
      )}
      {!active && may(deleteOidcProvider, { id }) && (
        <Button
          size="xs"
          variant="default"
          color="red"
          loading={remove.isPending}
          onClick={() => void remove(provider)}
        >
          {t('authentication.delete')}
        </Button>
      )}
    </Group>
  )
}
