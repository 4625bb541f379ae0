/** The shipped policies of which a run has one (leashd, Policies); the floor is always there besides. */
export const basePolicies = ['default', 'strict', 'permissive', 'autonomous'] as const;

/** The shipped policies that are laid over a base. */
export const overlayPolicies = ['dev-tools', 'maintenance'] as const;

/** Where the default branch keeps what maintainers approved for every run: `/approve A1 always` proposes rules for it. */
export const standingPath = '.github/countersign/always.yml';
