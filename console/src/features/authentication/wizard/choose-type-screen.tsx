import { AUTH_SERVICE_TYPES } from '@logyard/contract/identity/auth-services'
import { Button, Group, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { AuthenticationPage } from '../authentication-page.tsx'

/** The first step: which kind of directory. */
export function ChooseTypeScreen() {
  const t = useText()
  const go = useGo()
  const [type, setType] = useState<string | null>(null)
  return (
    <AuthenticationPage
      title={t('authentication.createService')}
      description={t('authentication.createService.description')}
      width="reading"
    >
      <form
        aria-label={t('authentication.createService')}
        onSubmit={(event) => {
          event.preventDefault()
          if (type !== null) go(routes.authentication.createType(type))
        }}
      >
        <Stack gap="md">
          <Select
            label={t('authentication.type')}
            placeholder={t('authentication.type.select')}
            required
            data={AUTH_SERVICE_TYPES.map((value) => ({ value, label: t(`authentication.type.${value}`) }))}
            value={type}
            onChange={setType}
          />
          <Group>
            <Button type="submit" disabled={type === null}>
              {t('authentication.getStarted')}
            </Button>
          </Group>
        </Stack>
      </form>
    </AuthenticationPage>
  )
}
