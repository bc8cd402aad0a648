/** People and groups of the tests, as Active Directory describes them. */
import { DOMAIN, type TestEntry } from './test-directory.ts'

interface PersonOptions {
  readonly password?: string
  readonly isDisabled?: true
  readonly attributes?: TestEntry['attributes']
}

/** Signs in as `ada` or `ada@example.org`, with the password `ada-in-ad`. */
export function adPerson(name: string, { password, isDisabled, attributes }: PersonOptions = {}): TestEntry {
  return {
    dn: `CN=${name},OU=People,${DOMAIN}`,
    password: password ?? `${name}-in-ad`,
    attributes: {
      objectClass: ['top', 'person', 'user'],
      cn: name,
      sAMAccountName: name,
      userPrincipalName: `${name}@example.org`,
      displayName: `${name} of the directory`,
      mail: `${name}@mail.example.org`,
      objectGUID: Buffer.from(`${name.padEnd(15, '-').slice(0, 15)}\xff`, 'latin1'),
      userAccountControl: isDisabled ? '514' : '512',
      ...attributes,
    },
  }
}

export const adGroup = (name: string, members: readonly string[]): TestEntry => ({
  dn: `CN=${name},OU=Groups,${DOMAIN}`,
  attributes: { objectClass: ['top', 'group'], cn: name, member: members },
})
