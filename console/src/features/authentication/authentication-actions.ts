/** The mutations of authentication services and of the trusted header, with their toasts. */
import {
  type AuthBackend,
  type AuthBackendDraft,
  createAuthBackend,
  deleteAuthBackend,
  setAuthServiceConfiguration,
  updateAuthBackend,
} from '@logyard/contract/identity/auth-services'
import { type TrustedHeaderConfig, updateTrustedHeaderConfig } from '@logyard/contract/identity/trusted-header'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { SERVICES_KEY, TRUSTED_HEADER_KEY } from './authentication-queries.ts'

const CHANGED = [SERVICES_KEY] as const

export function useSaveService(id: string | undefined) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (body: AuthBackendDraft) =>
      id === undefined ? call(createAuthBackend, { body }) : call(updateAuthBackend, { params: { id }, body }),
    succeeded: () => t(id === undefined ? 'authentication.toast.created' : 'authentication.toast.updated'),
    failed: (_, status) => ({
      text: t(id === undefined ? 'authentication.toast.createFailed' : 'authentication.toast.updateFailed', { status }),
    }),
    changes: CHANGED,
  })
}

export function useActivateService() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id }: AuthBackend) => call(setAuthServiceConfiguration, { body: { active_backend: id } }),
    succeeded: ({ title }) => t('authentication.toast.activated', { title }),
    failed: ({ title }, status) => ({ text: t('authentication.toast.activateFailed', { title, status }) }),
    changes: CHANGED,
  })
}

export function useDeactivateService() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (_service: AuthBackend) => call(setAuthServiceConfiguration, { body: { active_backend: null } }),
    succeeded: ({ title }) => t('authentication.toast.deactivated', { title }),
    failed: ({ title }, status) => ({ text: t('authentication.toast.deactivateFailed', { title, status }) }),
    changes: CHANGED,
  })
}

export function useDeleteService() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id }: AuthBackend) => call(deleteAuthBackend, { params: { id } }),
    succeeded: ({ title }) => t('authentication.toast.deleted', { title }),
    failed: ({ title }, status) => ({ text: t('authentication.toast.deleteFailed', { title, status }) }),
    changes: CHANGED,
  })
}

export function useSaveTrustedHeader() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (body: TrustedHeaderConfig) => call(updateTrustedHeaderConfig, { body }),
    succeeded: () => t('authentication.header.toast.updated'),
    failed: (_, status) => ({ text: t('authentication.header.toast.updateFailed', { status }) }),
    changes: [TRUSTED_HEADER_KEY],
  })
}
