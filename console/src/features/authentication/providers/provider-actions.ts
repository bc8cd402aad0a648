/** The changes of providers. */
import {
  activateOidcProvider,
  createOidcProvider,
  deleteOidcProvider,
  type OidcProvider,
  type OidcProviderDraft,
  testOidcProvider,
  updateOidcProvider,
} from '@logyard/contract/identity/oidc'
import type { Call } from '../../../api/api-client.ts'
import { useAction, useAskedAction } from '../../../ui/action/use-action.ts'
import { PROVIDERS_KEY } from './provider-queries.ts'

const CHANGED = [PROVIDERS_KEY] as const

interface SavedProvider {
  readonly newId: string
  readonly draft: OidcProviderDraft
}

/** `id` of a stored provider; a new one has its id in the form. */
export const useSaveProvider = (id: string | undefined) =>
  useAction<SavedProvider, unknown>({
    run: (call, { newId, draft }) =>
      id === undefined
        ? call(createOidcProvider, { body: { id: newId, ...draft } })
        : call(updateOidcProvider, { params: { id }, body: draft }),
    texts: 'authentication.provider.toast.save',
    values: ({ draft: { title } }) => ({ title }),
    changes: CHANGED,
  })

const setActive =
  (active: boolean) =>
  (call: Call, { id }: OidcProvider) =>
    call(activateOidcProvider, { params: { id }, body: { active } })

export const useActivateProvider = () =>
  useAction({
    run: setActive(true),
    texts: 'authentication.provider.toast.activate',
    changes: CHANGED,
  })

export const useDeactivateProvider = () =>
  useAskedAction({
    run: setActive(false),
    texts: 'authentication.provider.toast.activate',
    done: 'authentication.provider.toast.deactivated',
    question: 'authentication.provider.deactivate',
    namedText: 'authentication.provider.deactivate.text',
    confirmLabel: 'authentication.deactivate',
    changes: CHANGED,
  })

export const useDeleteProvider = () =>
  useAskedAction({
    run: (call, { id }: OidcProvider) => call(deleteOidcProvider, { params: { id } }),
    texts: 'authentication.provider.toast.delete',
    question: 'authentication.provider.delete',
    namedText: 'authentication.provider.delete.text',
    confirmLabel: 'authentication.delete',
    changes: CHANGED,
  })

export const useTestProvider = () =>
  useAction({
    run: (call, issuer: string) => call(testOidcProvider, { body: { issuer } }),
    texts: 'authentication.test.connection',
    changes: [],
  })
