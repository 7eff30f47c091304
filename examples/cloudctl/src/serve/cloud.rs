//! The instances and balance of the server's only account.

use crate::api_types::{Balance, Instance, InstanceType, NewInstance, Offers, Price, Problem, Status};
use crate::serve::answer::Refusal;
use crate::serve::fault::Fault;

/// An instance type and its price. The first hour is charged in advance.
struct Offer {
    instance_type: &'static str,
    cents_per_hour: u64,
}

const CURRENCY: &str = "EUR";

impl From<&Offer> for InstanceType {
    fn from(offer: &Offer) -> Self {
        let name = offer.instance_type.to_owned();
        Self { name, cents_per_hour: offer.cents_per_hour, currency: CURRENCY.to_owned() }
    }
}

const OFFERS: &[Offer] = &[
    Offer { instance_type: "CPU.4V.16G", cents_per_hour: 3 },
    Offer { instance_type: "1V100.6V", cents_per_hour: 14 },
    Offer { instance_type: "1A100.22V", cents_per_hour: 129 },
    Offer { instance_type: "8H100.176V", cents_per_hour: 1832 },
];
const IMAGES: &[&str] = &["ubuntu-24.04", "ubuntu-24.04-cuda", "debian-13"];
const LOCATIONS: &[&str] = &["FIN-01", "FIN-02", "ICE-01"];

/// The maximum length of a DNS label (RFC 1035).
const LONGEST_HOSTNAME: usize = 63;

pub(crate) struct Cloud {
    instances: Vec<Instance>,
    balance_cents: u64,
    created: usize,
}

impl Cloud {
    /// Creates a cloud with one running and one stopped instance.
    pub(crate) fn new(balance_cents: u64) -> Self {
        let mut cloud = Self { instances: Vec::new(), balance_cents, created: 0 };
        for (hostname, instance_type, status) in
            [("gpu-runner", "1V100.6V", Status::Running), ("archive", "CPU.4V.16G", Status::Offline)]
        {
            cloud.add(hostname, instance_type, IMAGES[0], LOCATIONS[0]).status = status;
        }
        cloud
    }

    pub(crate) fn offers() -> Offers {
        Offers {
            instance_types: OFFERS.iter().map(InstanceType::from).collect(),
            images: IMAGES.iter().map(|image| (*image).to_owned()).collect(),
        }
    }

    pub(crate) fn balance(&self) -> Balance {
        Balance { balance_cents: self.balance_cents, currency: CURRENCY.to_owned() }
    }

    pub(crate) fn instances(&self) -> &[Instance] {
        &self.instances
    }

    /// Returns the instance with an ID or hostname.
    pub(crate) fn get(&self, name: &str) -> Result<&Instance, Refusal> {
        self.position(name).map(|index| &self.instances[index])
    }

    pub(crate) fn create(&mut self, new: &NewInstance) -> Result<&Instance, Refusal> {
        check_hostname(&new.hostname)?;
        let offered = OFFERS.iter().map(|offer| offer.instance_type);
        let index = check_listed("instance_type", &new.instance_type, offered)?;
        check_listed("os", &new.os, IMAGES.iter().copied())?;
        check_listed("location", &new.location, LOCATIONS.iter().copied())?;
        if self.instances.iter().any(|instance| instance.hostname == new.hostname) {
            return Err(Refusal::new(409, format!("an instance with the hostname {} exists already", new.hostname)));
        }
        let price_cents = OFFERS[index].cents_per_hour;
        self.balance_cents = self.balance_cents.checked_sub(price_cents).ok_or_else(|| {
            let price = Some(Box::new(Price { price_cents, balance: self.balance() }));
            Refusal { status: 402, problem: Box::new(Problem { price, ..Problem::new("insufficient balance") }) }
        })?;
        Ok(self.add(&new.hostname, &new.instance_type, &new.os, &new.location))
    }

    pub(crate) fn delete(&mut self, name: &str) -> Result<Instance, Refusal> {
        self.position(name).map(|index| self.instances.remove(index))
    }

    pub(crate) fn shutdown(&mut self, name: &str) -> Result<&Instance, Refusal> {
        let index = self.position(name)?;
        let instance = &mut self.instances[index];
        if instance.status == Status::Offline {
            return Err(Refusal::new(409, format!("the instance {} is offline already", instance.id)));
        }
        instance.status = Status::Offline;
        Ok(instance)
    }

    fn position(&self, name: &str) -> Result<usize, Refusal> {
        let found = self.instances.iter().position(|instance| instance.id == name || instance.hostname == name);
        found.ok_or_else(|| Refusal {
            status: 404,
            problem: Box::new(Problem { resource: Some("instance".to_owned()), ..Problem::new("not found") }),
        })
    }

    fn add(&mut self, hostname: &str, instance_type: &str, os: &str, location: &str) -> &mut Instance {
        let host = 10 + self.created % 240;
        self.created += 1;
        let mut id = format!("inst-{}", self.created);
        while Fault::of_instance(&id).is_some() {
            self.created += 1;
            id = format!("inst-{}", self.created);
        }
        let instance = Instance {
            id,
            hostname: hostname.to_owned(),
            status: Status::Running,
            instance_type: instance_type.to_owned(),
            os: os.to_owned(),
            location: location.to_owned(),
            ip: format!("203.0.113.{host}"),
        };
        self.instances.push(instance);
        let last = self.instances.len() - 1;
        &mut self.instances[last]
    }
}

fn check_hostname(hostname: &str) -> Result<(), Refusal> {
    let valid = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let reason = match hostname {
        "" => "empty",
        _ if hostname.len() > LONGEST_HOSTNAME => "too long",
        _ if !hostname.chars().all(valid) => "only lowercase letters, digits and hyphens are allowed",
        _ if hostname.starts_with('-') || hostname.ends_with('-') => "must not start or end with a hyphen",
        // Callers may pass either an ID or a hostname, so hostnames must not look like IDs.
        _ if hostname.starts_with("inst-") => "the prefix `inst-` is reserved for IDs",
        _ => return Ok(()),
    };
    Err(Refusal::invalid("hostname", reason))
}

/// Returns the index of a value in the list of valid values.
fn check_listed<'a>(field: &str, value: &str, valid: impl Iterator<Item = &'a str> + Clone) -> Result<usize, Refusal> {
    valid.clone().position(|known| known == value).ok_or_else(|| {
        let valid = valid.collect::<Vec<_>>().join(", ");
        Refusal::invalid(field, format!("not one of {valid}"))
    })
}

#[cfg(test)]
mod tests {
    use super::Cloud;
    use crate::api_types::{NewInstance, Status};

    fn new(hostname: &str) -> NewInstance {
        NewInstance {
            hostname: hostname.to_owned(),
            instance_type: "1A100.22V".to_owned(),
            os: "debian-13".to_owned(),
            location: "FIN-01".to_owned(),
        }
    }

    #[test]
    fn instances_are_found_by_id_or_hostname() {
        let cloud = Cloud::new(0);
        assert_eq!(cloud.get("inst-1").unwrap(), cloud.get("gpu-runner").unwrap());
        assert_eq!(cloud.get("gpu").unwrap_err().status, 404);
    }

    #[test]
    fn creating_instances_uses_up_the_balance() {
        let mut cloud = Cloud::new(129 + 128);
        assert_eq!(cloud.create(&new("first")).unwrap().id, "inst-3");
        assert_eq!(cloud.balance().balance_cents, 128);
        assert_eq!(cloud.create(&new("second")).unwrap_err().status, 402);
        assert_eq!(cloud.balance().balance_cents, 128);
        assert_eq!(cloud.instances().len(), 3);
    }

    #[test]
    fn hostnames_are_unique_until_deletion() {
        let mut cloud = Cloud::new(10_000);
        assert_eq!(cloud.create(&new("gpu-runner")).unwrap_err().status, 409);
        cloud.delete("gpu-runner").unwrap();
        assert_eq!(cloud.create(&new("gpu-runner")).unwrap().id, "inst-3", "an id is never used again");
    }

    #[test]
    fn instance_ids_never_request_a_fault() {
        let mut cloud = Cloud::new(u64::MAX);
        for number in 0..500 {
            cloud.create(&new(&format!("host-{number}"))).unwrap();
        }
        let last = cloud.instances().last().unwrap();
        assert_eq!((last.id.as_str(), cloud.instances().len()), ("inst-702", 502));
    }

    #[test]
    fn an_instance_can_only_be_shut_down_once() {
        let mut cloud = Cloud::new(0);
        assert_eq!(cloud.shutdown("inst-1").unwrap().status, Status::Offline);
        assert_eq!(cloud.shutdown("inst-1").unwrap_err().status, 409);
    }

    #[test]
    fn every_invalid_value_is_reported_with_its_field_and_reason() {
        let mut cloud = Cloud::new(10_000);
        let longest = "a".repeat(63);
        cloud.create(&new(&longest)).unwrap();
        let hostnames = [
            (String::new(), "empty"),
            (longest + "a", "too long"),
            ("A".to_owned(), "only lowercase letters, digits and hyphens are allowed"),
            ("a\u{1b}[2J".to_owned(), "only lowercase letters, digits and hyphens are allowed"),
            ("-a".to_owned(), "must not start or end with a hyphen"),
            ("inst-1".to_owned(), "the prefix `inst-` is reserved for IDs"),
        ];
        let mut invalid: Vec<_> = hostnames.map(|(hostname, reason)| (new(&hostname), "hostname", reason)).into();
        let types = "not one of CPU.4V.16G, 1V100.6V, 1A100.22V, 8H100.176V";
        invalid.push((NewInstance { instance_type: "x".to_owned(), ..new("a") }, "instance_type", types));
        let images = "not one of ubuntu-24.04, ubuntu-24.04-cuda, debian-13";
        invalid.push((NewInstance { os: "x".to_owned(), ..new("a") }, "os", images));
        let locations = "not one of FIN-01, FIN-02, ICE-01";
        invalid.push((NewInstance { location: "x".to_owned(), ..new("a") }, "location", locations));
        for (new, field, reason) in invalid {
            let refusal = cloud.create(&new).unwrap_err();
            assert_eq!(refusal.status, 422);
            assert_eq!(refusal.problem.field.as_deref(), Some(field));
            assert_eq!(refusal.problem.reason.as_deref(), Some(reason));
        }
        assert_eq!(cloud.instances().len(), 3);
    }
}
