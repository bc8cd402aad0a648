import { pageAuthzRoles } from '@logyard/contract/identity/roles'
import type { UserSummary } from '@logyard/contract/identity/users'
import { Alert, SimpleGrid } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { RoleBadges } from '../role-badges.tsx'
import { UserPage } from '../user-page.tsx'
import { userQuery } from '../user-queries.ts'
import { SharedEntities } from './shared-entities.tsx'
import { PreferenceFacts, ProfileFacts, SettingFacts } from './user-facts.tsx'
import { UserRoleList } from './user-role-list.tsx'

export function UserDetailsScreen() {
  const { id } = useRouteParams(routes.users.show)
  return (
    <Loaded query={useQuery(userQuery(useCall(), id))} isPageEntity>
      {(user) => (
        <UserPage user={user} id={id} shows="details">
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" verticalSpacing={0}>
            <ProfileFacts user={user} />
            <div>
              <SettingFacts user={user} />
              <PreferenceFacts user={user} />
            </div>
          </SimpleGrid>
          <Roles user={user} />
          <SharedEntitiesSection id={id} />
        </UserPage>
      )}
    </Loaded>
  )
}

/** Descriptions require permission to read roles; role names are always shown. */
function Roles({ user }: { user: UserSummary }) {
  const t = useText()
  const canRead = useMay()(pageAuthzRoles)
  // Member lists of roles do not contain the administrator from the configuration.
  const hasList = canRead && !user.read_only
  return (
    <FormSection title={t('users.roles')}>
      {hasList ? <UserRoleList username={user.username} /> : <RoleBadges names={user.roles} />}
    </FormSection>
  )
}

function SharedEntitiesSection({ id }: { id: string }) {
  const t = useText()
  return (
    <FormSection title={t('users.shared')}>
      <Alert color="gray" icon={<IconShare />}>
        {t('users.shared.about')}
      </Alert>
      <SharedEntities userId={id} />
    </FormSection>
  )
}
