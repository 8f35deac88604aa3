package auth

// OnDerive has seen called with the cost of every derivation, before it is done.
func (p *Passwords) OnDerive(seen func(Cost)) {
	derive := p.derive
	p.derive = func(password string, salt []byte, cost Cost) []byte {
		seen(cost)
		return derive(password, salt, cost)
	}
}
