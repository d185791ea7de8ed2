// Tools look for this file; what there is to set is in vite.config.ts.
export default {};
