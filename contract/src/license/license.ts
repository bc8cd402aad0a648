/** The request for a free license, which clients of the reference know. In Logyard it unlocks nothing. */
import { type Static, Type } from 'typebox'
import { ApiError, IsoInstant, nullable, refusedBody } from '../http/envelope.ts'
import { holds, inArea, NoBody } from '../http/operation.ts'

const LicenseStatus = Type.Enum(['absent', 'staged', 'installed'], { title: 'LicenseStatus' })
export type LicenseStatus = Static<typeof LicenseStatus>

const LicenseInfo = Type.Object(
  { free_license_info: Type.Object({ license_status: LicenseStatus }) },
  { title: 'LicenseInfo' },
)

export const MAX_APPLICANT_LENGTH = 200
const filled = { pattern: '\\S', maxLength: MAX_APPLICANT_LENGTH }
/** A name, an at sign and a domain; mail servers decide about everything else. */
export const EMAIL_PATTERN = '^[^\\s@]{1,64}@[^\\s@.]+(\\.[^\\s@.]+)*$'

export const LicenseRequest = Type.Object(
  {
    first_name: Type.String(filled),
    last_name: Type.String(filled),
    company: Type.String(filled),
    email: Type.String({ pattern: EMAIL_PATTERN, maxLength: MAX_APPLICANT_LENGTH }),
    phone: Type.String(filled),
  },
  { title: 'LicenseRequest', additionalProperties: false },
)
export type LicenseRequest = Static<typeof LicenseRequest>

export const StoredLicenseRequest = Type.Object(
  {
    request: LicenseRequest,
    created_at: IsoInstant,
    delivery: Type.Enum(['not-configured', 'waiting', 'sent', 'failed'], {
      description: 'State of sending to the address of LOGYARD_LICENSE_URL; without it nothing is sent',
    }),
    attempts: Type.Integer(),
    last_problem: nullable(Type.String({ description: 'Why the last attempt failed' })),
  },
  { title: 'StoredLicenseRequest' },
)
export type StoredLicenseRequest = Static<typeof StoredLicenseRequest>

export const STAGED_LICENSE_KEY = 'org.graylog.freeenterprise.StagedFreeEnterpriseLicense'
export const StagedLicense = Type.Object(
  { cluster_id: Type.String(), license: Type.String(), created_at: IsoInstant },
  { title: 'StagedLicense', additionalProperties: false },
)

const { get, post, del } = inArea('license')

export const getLicenseInfo = get('/free-enterprise/license/info', {
  id: 'license.info',
  summary: 'The state of the free license: absent until it is requested',
  access: holds('licenseinfos:read'),
  answers: { 200: LicenseInfo },
})

export const requestLicense = post('/free-enterprise/license', {
  id: 'license.request',
  summary: 'Store a request for a free license; it is sent only to an address that the settings name',
  access: holds('freelicenses:create'),
  audit: 'license-request:create',
  body: LicenseRequest,
  answers: { 202: NoBody, 400: refusedBody },
})

export const getLicenseRequest = get('/logyard/license-request', {
  id: 'license.get_request',
  summary: 'The stored request, and whether it was sent',
  access: holds('freelicenses:create'),
  answers: { 200: StoredLicenseRequest, 404: ApiError },
})

export const deleteLicenseRequest = del('/logyard/license-request', {
  id: 'license.delete_request',
  summary: 'Delete the stored request with all that it contains',
  access: holds('freelicenses:create'),
  audit: 'license-request:delete',
  answers: { 204: NoBody, 404: ApiError },
})
