/** The names of the tables that the functions of threat intelligence ask. */
export const THREAT_INTEL_TABLES = {
  otxAddresses: 'otx-api-ip',
  otxDomains: 'otx-api-domain',
  tor: 'tor-exit-node-list',
  spamhaus: 'spamhaus-drop',
  abuseChDomains: 'abuse-ch-ransomware-domains',
  abuseChAddresses: 'abuse-ch-ransomware-ip',
  whois: 'whois',
} as const
