/** The shipped policies of which a run has one (leashd, Policies); the floor is always there besides. */
export const basePolicies = ['default', 'strict', 'permissive', 'autonomous'] as const;

/** The shipped policies that are laid over a base. */
export const overlayPolicies = ['dev-tools', 'maintenance'] as const;
