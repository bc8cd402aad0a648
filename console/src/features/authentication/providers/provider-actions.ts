/** The mutations of providers, with their toasts. */
import {
  activateOidcProvider,
  createOidcProvider,
  deleteOidcProvider,
  type OidcProvider,
  type OidcProviderDraft,
  testOidcProvider,
  updateOidcProvider,
} from '@logyard/contract/identity/oidc'
import { statusText } from '../../../api/api-error.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useReportedMutation } from '../../../base/toasts/use-reported-mutation.ts'
import { PROVIDERS_KEY } from './provider-queries.ts'

const CHANGED = [PROVIDERS_KEY] as const

/** `id` of a stored provider; a new one has its id in the form. */
export function useSaveProvider(id: string | undefined) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ newId, draft }: { newId: string; draft: OidcProviderDraft }) =>
      id === undefined
        ? call(createOidcProvider, { body: { id: newId, ...draft } })
        : call(updateOidcProvider, { params: { id }, body: draft }),
    succeeded: ({ draft: { title } }) => t('authentication.provider.toast.saved', { title }),
    failed: (_, status) => ({ text: t('authentication.provider.toast.saveFailed', { status }) }),
    changes: CHANGED,
  })
}

export function useActivateProvider() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id, active }: OidcProvider) => call(activateOidcProvider, { params: { id }, body: { active: !active } }),
    succeeded: ({ title, active }) =>
      t(active ? 'authentication.provider.toast.deactivated' : 'authentication.provider.toast.activated', { title }),
    failed: ({ title }, status) => ({ text: t('authentication.provider.toast.activateFailed', { title, status }) }),
    changes: CHANGED,
  })
}

export function useDeleteProvider() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id }: OidcProvider) => call(deleteOidcProvider, { params: { id } }),
    succeeded: ({ title }) => t('authentication.provider.toast.deleted', { title }),
    failed: (_provider, _status, error) => ({ text: statusText(error) }),
    changes: CHANGED,
  })
}

export function useTestProvider() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (issuer: string) => call(testOidcProvider, { body: { issuer } }),
    failed: (_, status) => ({ text: t('authentication.test.connectionFailed', { status }) }),
    changes: [],
  })
}
