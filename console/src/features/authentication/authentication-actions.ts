/** The changes of authentication services and of the trusted header. */
import {
  type AuthBackend,
  type AuthBackendDraft,
  createAuthBackend,
  deleteAuthBackend,
  setAuthServiceConfiguration,
  updateAuthBackend,
} from '@logyard/contract/identity/auth-services'
import { type TrustedHeaderConfig, updateTrustedHeaderConfig } from '@logyard/contract/identity/trusted-header'
import { useAction, useAskedAction } from '../../ui/action/use-action.ts'
import { SERVICES_KEY, TRUSTED_HEADER_KEY } from './authentication-queries.ts'

const CHANGED = [SERVICES_KEY] as const

/** Creates a service, or changes the one with the id. */
export const useSaveService = (id: string | undefined) =>
  useAction<AuthBackendDraft, unknown>({
    run: (call, body) =>
      id === undefined ? call(createAuthBackend, { body }) : call(updateAuthBackend, { params: { id }, body }),
    texts: id === undefined ? 'authentication.toast.create' : 'authentication.toast.update',
    changes: CHANGED,
  })

export const useActivateService = () =>
  useAskedAction({
    run: (call, { id }: AuthBackend) => call(setAuthServiceConfiguration, { body: { active_backend: id } }),
    texts: 'authentication.toast.activate',
    question: 'authentication.activate',
    namedText: 'authentication.activate.text',
    confirmLabel: 'authentication.activate',
    isHarmless: true,
    changes: CHANGED,
  })

export const useDeactivateService = () =>
  useAskedAction({
    run: (call) => call(setAuthServiceConfiguration, { body: { active_backend: null } }),
    texts: 'authentication.toast.deactivate',
    question: 'authentication.deactivate',
    namedText: 'authentication.deactivate.text',
    confirmLabel: 'authentication.deactivate',
    changes: CHANGED,
  })

export const useDeleteService = () =>
  useAskedAction({
    run: (call, { id }: AuthBackend) => call(deleteAuthBackend, { params: { id } }),
    texts: 'authentication.toast.delete',
    question: 'authentication.delete',
    namedText: 'authentication.delete.text',
    confirmLabel: 'authentication.delete',
    changes: CHANGED,
  })

export const useSaveTrustedHeader = () =>
  useAction({
    run: (call, body: TrustedHeaderConfig) => call(updateTrustedHeaderConfig, { body }),
    texts: 'authentication.header.toast.update',
    changes: [TRUSTED_HEADER_KEY],
  })
