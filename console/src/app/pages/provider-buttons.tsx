import { beginOidcSignIn, listOidcSignIns, MAX_RETURN_PATH } from '@logyard/contract/identity/oidc'
import { Button, Divider, Stack, Text } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiError, ServerUnreachable } from '../../api/api-error.ts'
import { useServices } from '../../base/services/services.tsx'
import { useRichText, useText } from '../../base/text/text.tsx'

/** A button for each active provider. Without them, or without an answer, passwords still work. */
export function ProviderButtons() {
  const t = useText()
  const rich = useRichText()
  const { call } = useServices()
  const { data } = useQuery({
    queryKey: ['sign-in-providers'],
    queryFn: ({ signal }) => call(listOidcSignIns, { signal }),
    retry: false,
  })
  const begin = useMutation({
    mutationFn: (id: string) => call(beginOidcSignIn, { params: { id }, body: returning(window.location) }),
    onSuccess: ({ location }) => window.location.assign(location),
  })
  if (data === undefined || data.providers.length === 0) return null
  return (
    <Stack gap="sm">
      <Divider label={t('login.provider.or')} />
      {data.providers.map(({ id, title }) => (
        <Button
          key={id}
          variant="default"
          fullWidth
          leftSection={<IconLogin2 size={16} />}
          disabled={begin.isPending || begin.isSuccess}
          onClick={() => begin.mutate(id)}
        >
          <span>{rich('login.provider.signIn', { title: () => <span translate="no">{title}</span> })}</span>
        </Button>
      ))}
      {begin.isError && !(begin.error instanceof ServerUnreachable) && (
        <Text size="sm" c="red" role="alert">
          {t(isBusy(begin.error) ? 'login.provider.failure.busy' : 'login.provider.failure.unavailable')}
        </Text>
      )}
    </Stack>
  )
}

const isBusy = (error: Error) => error instanceof ApiError && error.status === 429

/** The page that opens after signing in. */
function returning({ pathname, search, hash }: Location): { return_to?: string } {
  const path = `${pathname}${search}${hash}`
  return path.length > MAX_RETURN_PATH ? {} : { return_to: path }
}
