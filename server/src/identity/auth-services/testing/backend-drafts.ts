/** Valid drafts of authentication services. */
const LDAP_CONFIG = {
  type: 'ldap',
  servers: [{ host: 'localhost', port: 389 }],
  transport_security: 'none',
  user_search_base: 'dc=example,dc=org',
  user_search_pattern: '(&(uid={0})(objectClass=inetOrgPerson))',
  user_name_attribute: 'uid',
  user_full_name_attribute: 'cn',
}

export const ldapBackend = (facts: object = {}, config: object = {}) => ({
  title: 'A directory',
  ...facts,
  config: { ...LDAP_CONFIG, ...config },
})

const AD_CONFIG = {
  type: 'active-directory',
  transport_security: 'none',
  system_user_dn: 'reader@example.org',
  system_user_password: { set_value: 'reader-password' },
  user_search_base: 'dc=example,dc=org',
  user_name_attribute: 'sAMAccountName',
}

export const adBackend = (port: number, facts: object = {}, config: object = {}) => ({
  title: 'Active Directory of the tests',
  ...facts,
  config: { ...AD_CONFIG, servers: [{ host: '127.0.0.1', port }], ...config },
})
